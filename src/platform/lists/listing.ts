// What the address holds of every list of records: its page, the search and the order.

export const listing = { page: 1, per_page: '', q: '', sort: '' };

export type Listing = typeof listing;
