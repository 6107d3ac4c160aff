import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect } from './shop';
import { isProductionTopology } from './stackConfig';

type PostOptions = Parameters<APIRequestContext['post']>[1];

/**
 * Posts to the shop, and expects success. If the API process is killed while it handles the request
 * (killInTheMiddle), which nginx does not send to another one by itself, posts once more after Retry-After.
 */
export const post = async (request: APIRequestContext, path: string, options: PostOptions): Promise<APIResponse> => {
  let answer = await request.post(path, options);
  const waitS = Number(answer.headers()['retry-after']);
  if (isProductionTopology && answer.status() === 503 && waitS > 0) {
    await sleep(waitS * 1_000);
    answer = await request.post(path, options);
  }
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer;
};
