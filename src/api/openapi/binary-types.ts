/** The media type of answers with the binary document: strict clients refuse one with an at sign. */
export const BINARY_DOCUMENT_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

/** Media types by which clients ask for the binary document. */
export const BINARY_DOCUMENT_TYPES: readonly string[] = [
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  BINARY_DOCUMENT_TYPE,
]
