import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';
import { matchTestMedia, resetMedia } from './media';

// What is waited for comes at once where nobody else works; on a busy machine one render may take longer than the
// default second.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no dialog methods (jsdom#3294): enough of them for components that open one.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.hasAttribute('open')) return;
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};

// Nothing is laid out in jsdom: what watches the layout sees nothing move.
class NoIntersections {
  observe = (): void => undefined;
  disconnect = (): void => undefined;
}
Object.assign(globalThis, { IntersectionObserver: NoIntersections });

Object.assign(window, { matchMedia: matchTestMedia, scrollTo: () => undefined });
afterEach(resetMedia);
