import {
  isEmail,
  isFilled,
  isName,
  isNewPassword,
  isPassword,
  isPhone,
  isPhoneOrNone,
  isSamePassword,
  NEW_PASSWORD_HINT,
} from './rules';

const EMAIL = 'Enter an email address, such as name@example.com.';
const PHONE = 'Enter a phone number, such as +1 212 555 0100.';
const LENGTH = 'Use 8 to 128 characters.';

test.each([
  ['an address', isEmail(), 'ada@example.com', true],
  ['an address with spaces around it', isEmail(), ' ada@example.com ', true],
  ['an empty address', isEmail(), ' ', 'Enter an email address.'],
  ['an empty address, with a text of its own', isEmail('Which address?'), '', 'Which address?'],
  ['half an address', isEmail('Which address?'), 'ada@', EMAIL],
  ['a host without a dot', isEmail(), 'ada@example', EMAIL],
  ['a name', isName, 'Ada', true],
  ['a blank name', isName, '  ', 'Enter your name.'],
  ['a blank field', isFilled('Enter a subject.'), '  ', 'Enter a subject.'],
  ['a phone number', isPhone, '+1 (212) 555-0100', true],
  ['a phone number pasted from a contact', isPhone, '\u202a+1 503 555 0100\u202c', true],
  ['a phone number with typographic dashes', isPhone, '503–555–0100', true],
  ['a phone number with an extension', isPhone, '(503) 555-0100 x12', true],
  ['an address pasted with a mark of direction', isEmail(), '\u200eada@example.com', true],
  ['a name of invisible characters', isName, '\u200b\u2060', 'Enter your name.'],
  ['letters for a phone number', isPhone, 'call me', PHONE],
  ['too short a phone number', isPhone, '1234', PHONE],
  ['no phone number where it is optional', isPhoneOrNone, ' ', true],
  ['letters for an optional phone number', isPhoneOrNone, 'call me', PHONE],
  ['a short new password', isNewPassword, 'x'.repeat(7), LENGTH],
  ['the shortest new password', isNewPassword, 'x'.repeat(8), true],
  ['the longest new password', isNewPassword, 'x'.repeat(128), true],
  ['a longer new password', isNewPassword, 'x'.repeat(129), LENGTH],
  ['an existing password of spaces', isPassword(), ' ', true],
  ['no password', isPassword(), '', 'Enter your password.'],
  [
    'no password, with a text of its own',
    isPassword('Enter your current password.'),
    '',
    'Enter your current password.',
  ],
])('%s', (_, rule, value, expected) => {
  expect(rule(value, {})).toBe(expected);
});

test('the confirmation must be the password (product 8.7)', () => {
  expect(isSamePassword('correct horse', { password: 'correct horse' })).toBe(true);
  expect(isSamePassword('correct', { password: 'correct horse' })).toBe("Passwords don't match!");
});

test('the hint states the minimum length', () => {
  expect(NEW_PASSWORD_HINT).toMatch(/^8 characters or more\./);
});
