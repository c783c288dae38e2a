// What a change to a URL touches: the list of URLs, and the company's card, which shows them too.

export const urlReads = ['GET /companies/{id}/urls', 'GET /companies'] as const;
