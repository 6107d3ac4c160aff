/** A signed-in customer's session. */
export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
  /** The value of the session cookie; the database only has its hash. */
  readonly secret: string;
  /** True if the cookie outlives the browser. */
  readonly remembered: boolean;
}
