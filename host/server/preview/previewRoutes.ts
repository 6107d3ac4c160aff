import { RegistryError } from '@shop/registry';
import type { FastifyInstance } from 'fastify';
import { readRequestOrigin } from '../dev-servers/readRequestOrigin';
import { resolveOverrides, stripOverrides, type OverridePolicy } from '../releases/overrides';
import { buildOverridesCookie, CLEAR_OVERRIDES_COOKIE, readQuestion } from '../releases/overridesCookie';
import { sendRefusedOverride } from '../releases/readOverrides';
import type { ReleaseServices } from '../releases/releaseServices';
import type { FindAudience } from '../separateOrigins';
import { requireSameOrigin } from '../requireSameOrigin';

/** Enough for ten overrides and a long URL. */
const BODY_LIMIT_BYTES = 16_384;

interface PreviewSettings {
  readonly releases: Pick<ReleaseServices, 'live' | 'signingKey'>;
  readonly policy: OverridePolicy;
  readonly findAudience: FindAudience;
}

/** Only the path and the query count, so the redirect cannot lead to another site. */
const toPath = (text: string | null): string => {
  const base = 'http://shop.invalid';
  return stripOverrides(new URL(URL.canParse(text ?? '', base) ? (text ?? '') : '/', base));
};

/** Receives the answer to the question of sendPreviewQuestion. */
export const previewRoutes = async (
  app: FastifyInstance,
  { releases: { live, signingKey }, policy, findAudience }: PreviewSettings,
): Promise<void> => {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post('/preview', async (request, reply) => {
      requireSameOrigin(request);
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const to = toPath(fields.get('to'));
      if (fields.get('choice') !== 'continue')
        return reply.header('set-cookie', CLEAR_OVERRIDES_COOKIE).redirect(to, 303);
      const [key, now] = [await signingKey(), new Date()];
      const asked = readQuestion(fields.get('asked') ?? '', request.headers.cookie, key, now);
      const origin = readRequestOrigin(request);
      if (!asked || origin.isByCode)
        return sendRefusedOverride(reply, new RegistryError('forbidden', 'Open the preview link again.'));
      try {
        await resolveOverrides(asked.requested, live, key, policy, origin, findAudience(request));
      } catch (error) {
        if (error instanceof RegistryError) return sendRefusedOverride(reply, error);
        throw error;
      }
      return reply.header('set-cookie', buildOverridesCookie(asked, key, now)).redirect(to, 303);
    });
  });
};
