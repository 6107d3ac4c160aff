/** Closes what leads from a release's code to its process. Call it once, before code of other teams is loaded. */
export declare const closeProcess: () => void;
