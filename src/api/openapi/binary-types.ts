/** How answers name the binary document: clients that read media types strictly take no at sign in one. */
export const BINARY_DOCUMENT_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

/** Media types that clients ask for the binary document by. */
export const BINARY_DOCUMENT_TYPES: readonly string[] = [
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  BINARY_DOCUMENT_TYPE,
]
