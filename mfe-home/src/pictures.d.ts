/** A picture with the widths its bundle carries; federation/build/pictureLoader makes them. */
declare module '*.webp?widths=480,800' {
  const picture: { readonly src: string; readonly avif: string; readonly webp: string; readonly width: number; readonly height: number };
  export default picture;
}
declare module '*.webp?widths=480,960,1600' {
  const picture: { readonly src: string; readonly avif: string; readonly webp: string; readonly width: number; readonly height: number };
  export default picture;
}
