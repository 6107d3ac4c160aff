import { register } from '@shop/contracts';
import { createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

const challenge = { user_id: 'challenge-1', code_sent: true, next_code_s: 60 };
const renderRegister = (answer: () => typeof challenge = () => challenge) => {
  const services = createFakeServices([respondTo(register, answer)]);
  return { services, ...renderRemote(remote, { at: '/auth/register', services }) };
};
const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });
const fillIn = async (
  { user }: ReturnType<typeof renderRegister>,
  change: Partial<Record<'name' | 'email' | 'phone' | 'password' | 'confirm', string>> = {},
) => {
  const values = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '',
    password: 'correct horse',
    confirm: 'correct horse',
    ...change,
  };
  await screen.findByRole('heading', { level: 1, name: 'Create an account' });
  if (values.name) await user.type(field(/^Name/), values.name);
  if (values.email) await user.type(field(/^Email/), values.email);
  if (values.phone) await user.type(field(/^Phone/), values.phone);
  if (values.password) await user.type(field(/^Password/), values.password);
  if (values.confirm) await user.type(field(/^Confirm password/), values.confirm);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
};

test('registering leads to the code page, which shows the address, with nothing in the URL (product 8.6)', async () => {
  const rendered = renderRegister();
  await fillIn(rendered);
  await waitFor(() => expect(rendered.location()).toBe('/auth/verify-otp'));
  expect(await screen.findByText('ada@example.com')).toBeInTheDocument();
  const typed = { password: 'correct horse', confirmPassword: 'correct horse' };
  expect(rendered.services.listCalls(register)).toEqual([
    { body: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '', ...typed } },
  ]);
  expect(rendered.store.getState().auth).toMatchObject({
    isAuthenticated: false,
    registerSuccess: true,
    user_id: 'challenge-1',
  });
});

test('has the fields name, email, phone, password and its confirmation; only the phone is optional (product 8.6)', async () => {
  renderRegister();
  await screen.findByRole('heading', { level: 1, name: 'Create an account' });
  const labels = [/^Name/, /^Email/, /^Phone/, /^Password/, /^Confirm password/];
  expect(labels.map((label) => (field(label) as HTMLInputElement).required)).toEqual([true, true, false, true, true]);
  expect(labels.map((label) => (field(label) as HTMLInputElement).type)).toEqual([
    'text',
    'email',
    'tel',
    'password',
    'password',
  ]);
});

test('different passwords show an alert at the field, and nothing is sent (product 8.7)', async () => {
  const rendered = renderRegister();
  await fillIn(rendered, { confirm: 'correct house' });
  expect(await screen.findByRole('alert')).toHaveTextContent("Passwords don't match!");
  expect(field(/^Confirm password/)).toBeInvalid();
  expect(rendered.services.calls).toEqual([]);
});

test.each([
  ['an empty name', { name: '' }, 'Enter your name.'],
  ['an empty address', { email: '' }, 'Please enter your email address'],
  ['half an address', { email: 'ada@' }, 'Enter an email address, such as name@example.com.'],
  ['a phone of letters', { phone: 'call me' }, 'Enter a phone number, such as +1 212 555 0100.'],
  ['a short password', { password: 'short', confirm: 'short' }, 'Use 8 to 128 characters.'],
])('%s is reported at the field', async (_what, change, text) => {
  const rendered = renderRegister();
  await fillIn(rendered, change);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(rendered.services.calls).toEqual([]);
});

test('server errors are shown at their fields, and the message in the red box', async () => {
  const rendered = renderRegister(() =>
    refuse('The request is not valid.', { status: 400, fields: { email: 'This domain takes no mail.' } }),
  );
  await fillIn(rendered);
  expect(await screen.findByText('This domain takes no mail.')).toBeInTheDocument();
  expect(field(/^Email/)).toHaveFocus();
  expect(screen.getByText('The request is not valid.')).toBeInTheDocument();
});
