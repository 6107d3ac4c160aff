import { hashContent } from '../hashContent';

/** Letters in the class names of a package that stand for the package. */
const PACKAGE_LETTERS = 3;
/** Letters that tell apart files of the same name in a package. */
const FILE_LETTERS = 3;

/** Returns the letters that stand for a package in its class names: "i5W" for "mfe-home". */
export const hashPackageName = (packageName: string): string =>
  hashContent(packageName)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, PACKAGE_LETTERS);

/** Returns css-loader's template for the class names of a package: "Button-module_button_i5WQ0u". */
export const toClassTemplate = (packageName: string): string =>
  `[name]_[local]_${hashPackageName(packageName)}[hash:base64:${FILE_LETTERS}]`;

/** Whether a class or keyframes name has the form of one that was compiled from a CSS module, of any package. */
export const isModuleName = (name: string): boolean => /-module_/.test(name);

const MODULE_NAME = new RegExp(`^\\w+-module_[\\w-]+_(\\w{${PACKAGE_LETTERS}})\\w{${FILE_LETTERS}}$`);

/** Whether a class or keyframes name was compiled from a CSS module by the build of this package. */
export const isModuleNameOf = (packageName: string, name: string): boolean =>
  MODULE_NAME.exec(name)?.[1] === hashPackageName(packageName);
