const HASH_CHARACTERS = 16;

/**
 * Returns the name of a released file: "remote.js" with the SHA-384 (base64) "4ks1OpQZLNPdcwcm…" becomes
 * "remote.4ks1OpQZLNPdcwcm.js". It depends on the content, so the content at a URL never changes, and releases that
 * share a file share its URL.
 */
export const contentName = (plainName: string, sha384: string): string => {
  const dot = plainName.lastIndexOf('.');
  return `${plainName.slice(0, dot)}.${sha384.slice(0, HASH_CHARACTERS).replaceAll('+', '-').replaceAll('/', '_')}${plainName.slice(dot)}`;
};

const CONTENT_NAME = /^(?<stem>.+)\.[\w-]{16}(?<extension>\.\w+)$/;

/** Whether a file name contains a content hash. */
export const hasContentName = (name: string): boolean => CONTENT_NAME.test(name);

/** Returns the name without content hash: "remote.js". */
export const plainName = (name: string): string => {
  const { stem = '', extension = '' } = CONTENT_NAME.exec(name)?.groups ?? {};
  return `${stem}${extension}`;
};

/** Whether a file name matches the content. */
export const isContentName = (name: string, sha384: string): boolean => contentName(plainName(name), sha384) === name;
