/** A picture with the widths the host carries; federation/build/pictureLoader makes them. */
declare module '*.webp?widths=360,720' {
  const picture: {
    readonly src: string;
    readonly avif: string;
    readonly webp: string;
    readonly width: number;
    readonly height: number;
  };
  export default picture;
}
