// What the measurement of the binary form needs of the source, bundled for Node.
export { binaryCodec } from '../../src/api/binary/codec'
export { writeJson } from '../../src/machinery/json-text'
