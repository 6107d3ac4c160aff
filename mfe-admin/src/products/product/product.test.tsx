import {
  changeProductStock,
  changeStaffProduct,
  createStaffProduct,
  deleteStaffProduct,
  duplicateStaffProduct,
  getStaffProduct,
  listPictures,
  listStockChanges,
  previewStaffProduct,
  uploadPicture,
  type ProductTexts,
  type StaffPicture,
  type StaffProduct,
} from '@shop/contracts';
import { aStaffProduct, createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const PICTURE: StaffPicture = {
  id: 7,
  hash: 'a'.repeat(64),
  name: 'band.jpg',
  url: '/media/added/band-640.webp',
  width: 900,
  height: 900,
  alt: '',
  state: 'ready',
  error: '',
  bytes: 3,
  by: 'Ada',
  date: '2026-11-21T12:00:00.000Z',
};

/** A product that knows versions, as the API does. */
const open = async (first: StaffProduct = aStaffProduct()) => {
  let stored = first;
  const services = createContractServices([
    respondTo(getStaffProduct, () => ({ data: stored })),
    respondTo(changeStaffProduct, ({ body }) => {
      if (body.version !== stored.version)
        refuse('Somebody else has changed this meanwhile.', {
          status: 409,
          code: 'CHANGED_MEANWHILE',
          fields: stored.fields,
        });
      stored = { ...stored, version: stored.version + 1, fields: { ...stored.fields, ...body.fields } };
      return { data: stored };
    }),
    respondTo(changeProductStock, ({ body }) => {
      if ((body.change ?? 0) < -4)
        refuse('The request is not valid.', { status: 400, fields: { change: 'Only 4 can be taken away.' } });
      stored = { ...stored, version: stored.version + 1 };
      return { data: stored };
    }),
    respondTo(listStockChanges, () => ({
      data: {
        items: [
          {
            id: 's1',
            at: '2026-11-21T12:00:00.000Z',
            variant_id: '52',
            change: -1,
            left: null,
            reason: 'ordered',
            note: '',
            by: 'Shop',
            order: 'ORD-7K3F-9Q2M',
          },
        ],
        next: null,
      },
    })),
    respondTo(duplicateStaffProduct, () => ({ data: aStaffProduct({ id: 'ring-halo-copy', link: null }) })),
    respondTo(deleteStaffProduct, () => ({ message: 'Deleted.' })),
    respondTo(previewStaffProduct, () => ({
      url: 'https://shop.example/products/ring-halo?draft=key',
      valid_until: '2026-11-21T13:00:00.000Z',
    })),
    respondTo(listPictures, () => ({ data: { items: [PICTURE], next: null } })),
    respondTo(uploadPicture, () => ({ picture: PICTURE })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/products/${first.id}`, services });
  await screen.findByLabelText('Name');
  const saveElsewhere = (fields: Partial<ProductTexts>): void => {
    stored = { ...stored, version: stored.version + 1, fields: { ...stored.fields, ...fields } };
  };
  const retype = async (label: string, text: string): Promise<void> => {
    await rendered.user.clear(screen.getByLabelText(label));
    if (text !== '') await rendered.user.type(screen.getByLabelText(label), text);
  };
  const saved = () => services.listCalls(changeStaffProduct).map(({ body }) => body);
  return { ...rendered, services, saveElsewhere, retype, saved };
};
const save = (): void => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
const cell = (label: string, row: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `${label}, row ${row}` });

beforeEach(() => sessionStorage.clear());

test('what differs is saved with the version that was seen, and nothing else (product 16.73)', async () => {
  const { retype, saved, user } = await open();
  await retype('Name', 'Halo Ring');
  await user.click(screen.getByRole('checkbox', { name: 'Silver' }));
  save();
  expect(await screen.findByText('Saved.')).toBeInTheDocument();
  expect(saved()).toEqual([{ version: 3, fields: { name: 'Halo Ring', material: 'gold silver' } }]);
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();
});

test('the heading of a product that has come has the focus that it had while it loaded (product 16.73)', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  renderRemote(remote, {
    at: '/admin/products/ring-halo',
    services: createContractServices([
      respondTo(getStaffProduct, async () => {
        await answered;
        return { data: aStaffProduct() };
      }),
    ]),
  });
  const loading = await screen.findByRole('heading', { level: 1, name: 'Product' });
  act(() => loading.focus());
  answer();
  await screen.findByLabelText('Name');
  expect(screen.getByRole('heading', { level: 1, name: aStaffProduct().fields.name })).toHaveFocus();
});

test('an error stands at its field, and nothing is sent (product 16.73)', async () => {
  const { retype, saved } = await open();
  await retype('Price before the sale, optional', '300');
  save();
  expect(await screen.findByText('It must be above the price.')).toBeInTheDocument();
  await retype('Name', '');
  await retype('Price before the sale, optional', '400');
  save();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(saved()).toEqual([]);
});

test('what somebody else has saved in other fields is no question (product 16.68)', async () => {
  const { retype, saved, saveElsewhere } = await open();
  await retype('Name', 'Mine');
  saveElsewhere({ description: 'Theirs' });
  save();
  expect(await screen.findByText('Saved.')).toBeInTheDocument();
  expect(saved().map(({ version }) => version)).toEqual([3, 4]);
  expect(screen.getByLabelText('Description')).toHaveValue('Theirs');
});

test('a field that both have changed shows both, and the choice is saved (product 16.68)', async () => {
  const { retype, saved, saveElsewhere, user } = await open();
  await retype('Name', 'Mine');
  saveElsewhere({ name: 'Theirs' });
  save();
  await user.click(await screen.findByRole('radio', { name: 'Name, yours: Mine' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Saved.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(saved().at(-1)).toEqual({ version: 4, fields: { name: 'Mine' } });
});

describe('variants', () => {
  test('arrows and Enter move between cells, and a row moves with its cell (product 16.75)', async () => {
    const { user, saved } = await open();
    await user.click(cell('SKU', 1));
    await user.keyboard('{ArrowDown}');
    expect(cell('SKU', 2)).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(cell('SKU', 3)).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(cell('Price', 3)).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(cell('Price', 3)).toHaveFocus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(cell('Price', 2)).toHaveFocus());
    expect(screen.getByText('56 mm is row 2 of 3 now.')).toHaveAttribute('role', 'status');
    save();
    await screen.findByText('Saved.');
    expect(
      saved()[0]
        ?.fields.variants?.split('\n')
        .map((line) => line.slice(0, 2)),
    ).toEqual(['52', '56', '54']);
  });

  test('rows of a spreadsheet fill the cells, new rows get ids of their names, and their stock follows (product 16.75)', async () => {
    const { user, saved } = await open();
    await user.click(cell('Variant', 3));
    await user.paste('Fifty-six\tSKU-56\t330\tnot there\nCrème | brûlée\tSKU-CB\t12.5\n');
    expect(cell('SKU', 4)).toHaveValue('SKU-CB');
    expect(screen.getByText('after saving')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove 54 mm' }));
    save();
    await screen.findByText('Saved.');
    expect(saved()[0]?.fields).toEqual({
      variants: [
        '52 | 52 mm | OR-R-0142-52 | 320.00 | 0',
        '56 | Fifty-six | SKU-56 | 330 | 0',
        'creme-brulee | Crème brûlée | SKU-CB | 12.5 | 0',
      ].join('\n'),
    });
  });

  test('options make a variant of each combination that there is not yet (product 16.75)', async () => {
    const { user } = await open(aStaffProduct({ fields: { variants: 'g | Gold, 52 | G-52 | 300.00 | 0' } }));
    await user.click(screen.getByRole('button', { name: 'Options' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Variants of options' }));
    await user.type(dialog.getByLabelText('Options'), 'Gold, White gold');
    await user.type(dialog.getByLabelText('Each of them with, optional'), '52, 54');
    await user.click(dialog.getByRole('button', { name: 'Add 3 variants' }));
    expect(
      [2, 3, 4].map((row) => [cell('Variant', row).value, cell('SKU', row).value, cell('Price', row).value]),
    ).toEqual([
      ['Gold, 54', 'OR-R-0142-GOLD-54', '300.00'],
      ['White gold, 52', 'OR-R-0142-WHITE-GOLD-52', '300.00'],
      ['White gold, 54', 'OR-R-0142-WHITE-GOLD-54', '300.00'],
    ]);
  });

  test('a row that lacks something is named (product 16.75)', async () => {
    const { user, saved } = await open();
    await user.click(screen.getByRole('button', { name: 'Add variant' }));
    save();
    expect(await screen.findByText('Row 4 needs a name.')).toHaveAttribute('role', 'alert');
    expect(saved()).toEqual([]);
  });
});

describe('pictures', () => {
  test('keys move a picture and say where it is; a removed one leaves its variants (product 16.74)', async () => {
    const variants = '52 | 52 mm | A | 320.00 | 0 |  | /media/ring-2-640.webp';
    const { user, saved } = await open(aStaffProduct({ fields: { variants } }));
    screen.getByRole('button', { name: /^Picture 1/ }).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(screen.getByText('Picture 1 is picture 2 of 2 now.')).toHaveAttribute('role', 'status');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Picture 2\s*: A ring/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: /^Picture 1/ }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    save();
    await screen.findByText('Saved.');
    expect(saved()[0]?.fields).toEqual({
      images: '/media/ring-1-640.webp | 1200x1200 | A ring',
      variants: '52 | 52 mm | A | 320.00 | 0',
    });
  });

  test('an uploaded picture joins the others as soon as it is ready, and needs its alternative text (product 16.74)', async () => {
    const { user, saved } = await open();
    await user.upload(
      screen.getByLabelText('Drop, paste or choose'),
      new File(['abc'], 'band.jpg', { type: 'image/jpeg' }),
    );
    await user.click(await screen.findByRole('button', { name: /^Picture 3/ }));
    save();
    expect(await screen.findByText('Say what picture 3 shows.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Alternative text of picture 3'), 'The band from the side');
    save();
    await screen.findByText('Saved.');
    expect(saved()[0]?.fields.images?.split('\n').at(-1)).toBe(
      '/media/added/band-640.webp | 900x900 | The band from the side',
    );
  });

  test('an uploaded picture takes the place of another, also for its variants (product 16.74)', async () => {
    const variants = '52 | 52 mm | A | 320.00 | 0 |  | /media/ring-1-640.webp';
    const { user, saved } = await open(aStaffProduct({ fields: { variants } }));
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    await user.click(await screen.findByRole('button', { name: 'band.jpg' }));
    await user.type(screen.getByLabelText('Alternative text of picture 1'), 'A band');
    save();
    await screen.findByText('Saved.');
    expect(saved()[0]?.fields.variants).toBe('52 | 52 mm | A | 320.00 | 0 |  | /media/added/band-640.webp');
  });
});

test('the stock of a variant is changed with a reason, and what is refused stays to be corrected (product 16.70)', async () => {
  const { user, services } = await open();
  expect(await screen.findByText(/9 can be bought, 3 more are held/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /change the stock of 52 mm/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the stock' }));
  await user.type(dialog.getByLabelText('Pieces, such as 18 or -1'), '-9');
  await user.selectOptions(dialog.getByLabelText('Reason'), 'Damaged');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Only 4 can be taken away.')).toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'Counted' }));
  await user.clear(dialog.getByLabelText(/Pieces that there are/));
  await user.type(dialog.getByLabelText(/Pieces that there are/), '3');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Stock changed.')).toBeInTheDocument();
  const [first, second, ...others] = services.listCalls(changeProductStock).map(({ body }) => body);
  expect(first).toEqual({ variant_id: '52', change: -9, reason: 'damaged', note: '', key: second?.key });
  expect(second).toEqual({ variant_id: '52', count: 3, reason: 'counted', note: '', key: expect.any(String) });
  expect(others).toEqual([]);
  expect(screen.getByRole('row', { name: /52 mm Order ORD-7K3F-9Q2M/ })).toBeInTheDocument();
});

describe('a draft', () => {
  const draft = aStaffProduct({
    id: 'ring-new',
    link: null,
    deletable: true,
    fields: { status: 'draft', variants: '' },
  });

  test('is published by one button, if it has its words (product 16.73)', async () => {
    const { user, saved, retype } = await open({ ...draft, fields: { ...draft.fields, description: '' } });
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Nothing is published without it.')).toBeInTheDocument();
    await retype('Description', 'Words.');
    save();
    await screen.findByText('Saved.');
    expect(saved()).toEqual([{ version: 3, fields: { status: 'published', description: 'Words.' } }]);
  });

  test('has a preview, a duplicate and a way to delete it (product 16.71)', async () => {
    const { user, location, services } = await open(draft);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByRole('link', { name: 'Open the preview' })).toHaveAttribute(
      'href',
      'https://shop.example/products/ring-halo?draft=key',
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete the draft' }));
    await waitFor(() => expect(location()).toBe('/admin/products'));
    expect(services.listCalls(deleteStaffProduct)).toHaveLength(1);
  });
});

test('what is edited survives a reload of the page (product 16.73)', async () => {
  const first = await open();
  await first.retype('Name', 'Kept');
  document.body.innerHTML = '';
  await open();
  expect(screen.getByLabelText('Name')).toHaveValue('Kept');
});

test('a new product asks for what it must have, and leads to its page (product 16.66)', async () => {
  const services = createContractServices([
    respondTo(createStaffProduct, ({ body }) => ({
      data: aStaffProduct({ id: 'comet', fields: { name: body.name } }),
    })),
    respondTo(getStaffProduct, ({ params }) => ({ data: aStaffProduct({ id: params.id }) })),
  ]);
  const { user, location } = renderRemote(remote, { at: '/admin/products/new', services });
  await user.click(await screen.findByRole('button', { name: /^Save/ }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(services.listCalls(createStaffProduct)).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Comet');
  save();
  expect(await screen.findByText('Choose a category.')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Category'), 'Rings');
  await user.selectOptions(screen.getByLabelText('Brand'), 'Gold Masters');
  await user.type(screen.getByLabelText('Price'), '12.50');
  save();
  await waitFor(() => expect(location()).toBe('/admin/products/comet'));
  expect(services.listCalls(createStaffProduct)[0]?.body).toEqual({
    store: 'jewellery-store',
    name: 'Comet',
    category: 'rings',
    brand: 'gold-masters',
    price: '12.50',
  });
});
