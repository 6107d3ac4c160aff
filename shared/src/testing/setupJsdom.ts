import '@testing-library/jest-dom';
import { matchTestMedia, resetMedia } from './media';

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
