/** Where the request of the chain is kept while a person edits it. */
export const REQUEST_DRAFT = 'admission/request'
