/** Media type of the binary document in responses: strict clients refuse one with an at sign. */
export const BINARY_DOCUMENT_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

/** Media types with which clients request the binary document. */
export const BINARY_DOCUMENT_TYPES: readonly string[] = [
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  BINARY_DOCUMENT_TYPE,
]
