export { createNodeOutside } from '../src/outside/node'
export { unavailable } from '../src/server/unavailable'
export { startRelay } from '../src/transport/relay-node'
