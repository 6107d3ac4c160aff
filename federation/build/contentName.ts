const HASH_CHARACTERS = 16;

/**
 * The name of a released file: "remote.js" whose SHA-384 (base64) begins with "4ks1OpQZLNPdcwcm" is
 * "remote.4ks1OpQZLNPdcwcm.js". It follows from the content, so an address never changes its bytes, and a file that two
 * releases share has one address.
 */
export const contentName = (plainName: string, sha384: string): string => {
  const dot = plainName.lastIndexOf('.');
  return `${plainName.slice(0, dot)}.${sha384.slice(0, HASH_CHARACTERS).replaceAll('+', '-').replaceAll('/', '_')}${plainName.slice(dot)}`;
};

const CONTENT_NAME = /^(?<stem>.+)\.[\w-]{16}(?<extension>\.\w+)$/;

/** Whether a file is named as by some content. */
export const hasContentName = (name: string): boolean => CONTENT_NAME.test(name);

/** The same name whatever the content: "remote.js". */
export const plainName = (name: string): string => {
  const { stem = '', extension = '' } = CONTENT_NAME.exec(name)?.groups ?? {};
  return `${stem}${extension}`;
};

/** Whether a file's name is the one that its content gives it. */
export const isContentName = (name: string, sha384: string): boolean => contentName(plainName(name), sha384) === name;
