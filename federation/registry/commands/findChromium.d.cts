/** Returns the path of a Chromium: CHROMIUM_PATH, or an installed one. CHROMIUM_PATH=none means that there is none. */
export declare const findChromium: (environment: NodeJS.ProcessEnv) => string | undefined;
/** The command that installs a Chromium which `findChromium` finds. */
export declare const INSTALL_CHROMIUM: string;
