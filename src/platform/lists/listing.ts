// Parameters in the address of every list of records: page, search and order.

export const listing = { page: 1, per_page: '', q: '', sort: '' };

export type Listing = typeof listing;
