import { File } from 'node:buffer';
import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';
import { matchTestMedia, resetMedia } from './media';

// On a busy machine one render can exceed the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// While something is waited for, each look that finds nothing would print the whole document, which is thrown away: the
// error at the end prints it again.
const isWaiting = (): boolean =>
  (getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
configure(({ getElementError }) => ({
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
}));

// jsdom has no dialog methods (jsdom#3294); this is enough for our components.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.hasAttribute('open')) return;
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};

// The environment has Node's FormData, which reads no form.
const NodeFormData = FormData;
const FIELDS = 'input:not([type="checkbox"]:not(:checked), [type="radio"]:not(:checked)), select, textarea';
class FormFields extends NodeFormData {
  constructor(form?: HTMLFormElement) {
    super();
    for (const { name, value, disabled } of form?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])
      if (name !== '' && !disabled) this.append(name, value);
  }
}
Object.assign(globalThis, { FormData: FormFields });

// The environment has Node's Blob, which jsdom's File is not.
Object.assign(globalThis, { File });

// jsdom has no layout, so observers never report anything.
class NoIntersections {
  observe = (): void => undefined;
  disconnect = (): void => undefined;
}
Object.assign(globalThis, { IntersectionObserver: NoIntersections });

Object.assign(window, { matchMedia: matchTestMedia, scrollTo: () => undefined });
afterEach(resetMedia);
