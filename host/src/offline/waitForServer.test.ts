import { waitForServer } from './waitForServer';

const fetchMock = jest.fn<Promise<Pick<Response, 'ok'>>, [string]>();
const onReachable = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  fetchMock.mockReset();
  onReachable.mockReset();
  Object.defineProperty(window, 'fetch', { configurable: true, value: fetchMock });
});
afterEach(() => jest.useRealTimers());

const goOnline = async (): Promise<void> => {
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
};

test('polls again if the network is reported before requests succeed', async () => {
  fetchMock
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce({ ok: false })
    .mockResolvedValue({ ok: true });
  waitForServer(onReachable);
  await goOnline();
  expect(onReachable).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(onReachable).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(onReachable).toHaveBeenCalledTimes(1);
});

test('polls with increasing delays if the browser reports nothing', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  waitForServer(onReachable);
  await jest.advanceTimersByTimeAsync(62_000); // at 2, 4, 8, 16, 32 and 62 seconds
  expect(fetchMock).toHaveBeenCalledTimes(6);
  fetchMock.mockResolvedValue({ ok: true });
  await jest.advanceTimersByTimeAsync(30_000);
  expect(onReachable).toHaveBeenCalledTimes(1);
});

test('stops polling once the server has responded', async () => {
  fetchMock.mockResolvedValue({ ok: true });
  waitForServer(onReachable);
  await goOnline();
  await goOnline();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(onReachable).toHaveBeenCalledTimes(1);
});
