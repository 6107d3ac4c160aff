/** A picture with the widths its bundle carries; federation/build/pictureLoader makes them. */
declare module '*.webp?widths=320,640,960' {
  const picture: {
    readonly src: string;
    readonly avif: string;
    readonly webp: string;
    readonly width: number;
    readonly height: number;
  };
  export default picture;
}
declare module '*.webp?widths=480,960,1600' {
  const picture: {
    readonly src: string;
    readonly avif: string;
    readonly webp: string;
    readonly width: number;
    readonly height: number;
  };
  export default picture;
}

/** A text compiled to data; federation/build/markdownLoader makes it. */
declare module '*.md' {
  const text: import('@shop/shared/content/compileMarkdown').CompiledMarkdown;
  export default text;
}
