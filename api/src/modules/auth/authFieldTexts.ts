import type { FieldTexts } from '../../http/explainFields';

export const authFieldTexts: FieldTexts = {
  email: 'Enter an email address, such as name@example.com.',
  name: 'Enter a name of 1 to 120 characters.',
  password: 'Use 8 to 128 characters.',
  current_password: 'Enter your current password.',
  otp: 'Enter the 6 characters of the code.',
};
