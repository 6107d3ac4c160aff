declare module 'mjml-core' {
  interface Options {
    readonly presets: readonly unknown[];
    readonly fonts: Readonly<Record<string, string>>;
    readonly validationLevel: 'soft';
  }
  const compile: (
    source: string,
    options: Options,
  ) => Promise<{ readonly html: string; readonly errors: readonly { readonly message: string }[] }>;
  export default compile;
}
declare module 'mjml-preset-core' {
  const preset: unknown;
  export default preset;
}
