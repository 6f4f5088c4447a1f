import { describe, expect, it } from 'vitest'
import { InputOrder } from './input-order'

/** A prompt at which Enter starts a command that runs until `end` is called. */
function prompt() {
  const handled: string[] = []
  let running = false
  const input = new InputOrder({
    running: () => running,
    interrupt: () => {
      handled.push('interrupted')
      running = false
    },
    press: async (key) => {
      await Promise.resolve()
      handled.push(key)
      running = key === '\r'
    },
  })
  const settled = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
    return handled.splice(0)
  }
  return {
    input,
    settled,
    end: async () => {
      running = false
      await input.goOn()
    },
  }
}

describe('input of a prompt', () => {
  it('is handled in the order of typing', async () => {
    const { input, settled } = prompt()
    input.type('a')
    input.type('bc')
    expect(await settled()).toEqual(['a', 'bc'])
  })
  it('waits while a command runs', async () => {
    const { input, settled, end } = prompt()
    input.type('x\ry')
    expect(await settled()).toEqual(['x', '\r'])
    input.type('z')
    expect(await settled()).toEqual([])
    await end()
    expect(await settled()).toEqual(['y', 'z'])
  })
  it('of Ctrl-C stops a running command at once', async () => {
    const { input, settled } = prompt()
    input.type('\r')
    await settled()
    input.type('\u0003')
    expect(await settled()).toEqual(['interrupted'])
  })
  it('of Ctrl-C is an ordinary key while no command runs', async () => {
    const { input, settled } = prompt()
    input.type('\u0003')
    expect(await settled()).toEqual(['\u0003'])
  })
})
