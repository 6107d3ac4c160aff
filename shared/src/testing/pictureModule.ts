/** Stub for picture imports in tests, in the format of federation/build/pictures/pictureLoader. */
export default { src: '/test-picture.webp', avif: '', webp: '', width: 1200, height: 1200 };
