// The parts of the source that the benchmark of the binary form needs, bundled for Node.
export { binaryCodec } from '../../src/api/binary/codec'
export { writeJson } from '../../src/machinery/json-text'
