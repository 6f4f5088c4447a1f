let underWay = 0

/** Number of operations of `countedCrypto` that have not ended: they run in other threads, so turns of the event loop do not wait for them. */
export const cryptoUnderWay = (): number => underWay

async function counted<T>(operation: Promise<T>): Promise<T> {
  underWay++
  try {
    return await operation
  } finally {
    underWay--
  }
}

const { subtle } = globalThis.crypto

/** The runtime's WebCrypto, whose operations are counted while they run. */
export const countedCrypto: Crypto = new Proxy(globalThis.crypto, {
  get(target, member) {
    if (member === 'subtle') return countedSubtle
    const value: unknown = Reflect.get(target, member, target)
    return typeof value === 'function' ? (value.bind(target) as unknown) : value
  },
})

const countedSubtle = new Proxy(subtle, {
  get(target, member) {
    const value: unknown = Reflect.get(target, member, target)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) => counted(Reflect.apply(value, target, args) as Promise<unknown>)
  },
})
