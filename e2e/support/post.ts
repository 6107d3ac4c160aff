import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect } from './shop';
import { isProductionTopology } from './stackConfig';

type RequestOptions = Parameters<APIRequestContext['post']>[1];

/**
 * Sends a request that changes something. If the API process is killed while it handles the request (killInTheMiddle),
 * which nginx does not send to another one by itself, sends it once more after Retry-After.
 */
export const sendAgainIfKilled = async (send: () => Promise<APIResponse>): Promise<APIResponse> => {
  const answer = await send();
  const waitS = Number(answer.headers()['retry-after']);
  if (!isProductionTopology || answer.status() !== 503 || !(waitS > 0)) return answer;
  await sleep(waitS * 1_000);
  return send();
};

/** Posts to the shop, and expects success. */
export const post = async (request: APIRequestContext, path: string, options: RequestOptions): Promise<APIResponse> => {
  const answer = await sendAgainIfKilled(() => request.post(path, options));
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer;
};
