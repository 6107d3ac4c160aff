import { listPictures, uploadPicture, type StaffPicture } from '@shop/contracts';
import { createContractServices, respondTo } from '@shop/shared/testing';
import { createShopStore } from '@shop/shared/state';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useUploads, type Uploads } from './useUploads';

const aPicture = (id: number, overrides: Partial<StaffPicture> = {}): StaffPicture => ({
  id,
  hash: `${id}`.repeat(64).slice(0, 64),
  name: `${id}.jpg`,
  url: null,
  width: 1200,
  height: 1200,
  alt: '',
  state: 'waiting',
  error: '',
  bytes: 3,
  by: 'Ana',
  date: '2026-11-21T12:00:00.000Z',
  ...overrides,
});
const aFile = (name: string): File => new File(['abc'], name);

const open = (answers: Parameters<typeof createContractServices>[0]) => {
  let uploads: Uploads | undefined;
  function Page() {
    const all = useUploads();
    uploads = all;
    return all.uploads.map(({ key, file, state, error }) => <p key={key}>{`${file.name} ${state} ${error}`.trim()}</p>);
  }
  const services = createContractServices(answers);
  render(
    <Provider store={createShopStore({ services })}>
      <Page />
    </Provider>,
  );
  return { services, read: (): Uploads => uploads as unknown as Uploads };
};

test('files are sent two at a time, in the order of dropping, until their sizes are made (product 16.54)', async () => {
  let sent = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { read, services } = open([
    respondTo(uploadPicture, async () => {
      const id = (sent += 1);
      await answered;
      return { picture: aPicture(id) };
    }),
    respondTo(listPictures, ({ query }) => ({
      data: {
        items: (query.ids ?? '').split(',').map((id) => aPicture(Number(id), { state: 'ready', url: '/media/a.webp' })),
        next: null,
      },
    })),
  ]);
  act(() => void read().add(['a', 'b', 'c'].map(aFile)));
  expect(await screen.findByText('a sending')).toBeVisible();
  expect(screen.getByText('b sending')).toBeVisible();
  expect(screen.getByText('c waiting')).toBeVisible();
  answer();
  expect(await screen.findByText('c ready', {}, { timeout: 4_000 })).toBeVisible();
  expect(services.listCalls(uploadPicture).map(({ query }) => query.name)).toEqual(['a', 'b', 'c']);
  expect(read().isBusy).toBe(false);
});

test('what is too large is not sent, what was refused says why, and can be sent again (product 16.55)', async () => {
  const { read, services } = open([
    respondTo(uploadPicture, () => ({ picture: aPicture(1, { state: 'failed', error: 'This file is damaged.' }) })),
  ]);
  const large = aFile('large');
  Object.defineProperty(large, 'size', { value: 25_000_001 });
  act(() => void read().add([large, aFile('torn')]));
  expect(await screen.findByText('torn failed This file is damaged.')).toBeVisible();
  expect(screen.getByText('large failed The file is larger than 25 MB.')).toBeVisible();
  act(() => read().retry(1));
  expect(await screen.findByText('torn sending')).toBeVisible();
  expect(await screen.findByText('torn failed This file is damaged.')).toBeVisible();
  act(() => read().remove(0));
  expect(screen.queryByText(/large/)).toBeNull();
  expect(services.listCalls(uploadPicture)).toHaveLength(2);
});
