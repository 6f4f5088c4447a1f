/** The draft that holds the chain's request. */
export const REQUEST_DRAFT = 'admission/request'
