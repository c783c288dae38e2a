/** The name of the provider that people can sign in with; '' if the page names none. */
export const providerName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="single-sign-on"]')?.content.trim() ?? '';
