import { isLoopback } from '@shop/server-kit/http/toNetwork';
import { NetworkRates } from '@shop/server-kit/http/NetworkRates';

/** What a network may ask for at once, in seconds of a connection's rate. */
const BURST_S = 20;
/** Shells are made once for all, and cost little: a class whose pages are not rendered gets them. */
const SHELLS_PER_RENDER = 12;

/** Staff share the address of their office, and work faster than shoppers look around. */
export const STAFF_SHARE = 8;

/** The client's network has used up its share of the renderers. */
export class RenderRefused extends Error {
  override name = 'RenderRefused';

  constructor(readonly waitMs: number) {
    super('The network has used up its share of the renderers');
  }
}

/**
 * Shares the renderers out by network (decision 0053). Requests of this machine itself, such as its checks, have no
 * limit.
 */
export class PageLimits {
  readonly #renders: NetworkRates;
  readonly #shells: NetworkRates;

  constructor(rendersPerSecond: number) {
    const [renders, shells] = [rendersPerSecond, rendersPerSecond * SHELLS_PER_RENDER];
    this.#renders = new NetworkRates({ perSecond: renders, burst: renders * BURST_S });
    this.#shells = new NetworkRates({ perSecond: shells, burst: shells * BURST_S });
  }

  /** @throws {RenderRefused} if the client gets the shell instead. */
  takeRender(address: string): void {
    const waitMs = isLoopback(address) ? 0 : this.#renders.take(address);
    if (waitMs > 0) throw new RenderRefused(waitMs);
  }

  /** Whether the client gets a shell; if not, it has to wait. */
  takeShell(address: string): boolean {
    return this.#shells.take(address) === 0;
  }
}
