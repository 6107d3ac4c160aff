/** Stands in for a picture import in tests: the shape federation/build/pictureLoader gives. */
export default { src: '/test-picture.webp', avif: '', webp: '', width: 1200, height: 1200 };
