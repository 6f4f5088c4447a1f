export { createNodeOutside } from '../src/outside/node'
export { refusal, unavailable } from '../src/server/unavailable'
export { startRelay } from '../src/transport/relay-node'
