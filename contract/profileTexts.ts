/** What the screen of one's own account says; apart from its calls, since every screen carries its title. */
export const profileTexts = {
  title: 'Your profile',
  changePassword: 'Change password',
  currentWrong: 'This is not your present password.',
  samePassword: 'Choose another password than the present one.',
  passwordChanged: 'Password changed. Your other sessions have ended.',
  passwordFailed: 'Failed to change the password',
} as const;
