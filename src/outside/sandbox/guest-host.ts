/** What calls user code, as text: the part that both kinds of sandbox share. */

/** Maximum number of characters of an error that are passed on. */
export const MOST_ERROR = 2_000

/**
 * Defines `orchardHost`: `module` takes the body of the code, `call` takes and returns JSON texts. Calls only methods
 * saved before user code was loaded.
 */
export const HOST = `
  const { apply, defineProperty, getPrototypeOf } = Reflect
  const { parse, stringify } = JSON
  const sliceText = String.prototype.slice
  const HostError = Error
  const cut = (text) => (text.length > ${MOST_ERROR} ? apply(sliceText, text, [0, ${MOST_ERROR}]) : text)
  const messageOf = (error) => {
    try {
      return cut(typeof error === 'object' && error !== null && typeof error.message === 'string' ? error.message : '' + error)
    } catch {
      return 'it failed'
    }
  }
  const exports = {}
  const module = { exports }
  const require = (name) => {
    throw new HostError('nothing can be imported here: ' + name)
  }
  let broken = 'the code did not load'
  const orchardHost = {
    /** Runs the body once; whatever it throws is what every call fails with. */
    module(body) {
      broken = undefined
      try {
        body(exports, module, require)
      } catch (error) {
        broken = messageOf(error)
      }
    },
    failed(error) {
      broken = messageOf(error)
    },
    /** Passes on the answer's text, or an error's. Waits for nothing but the value: its own promises would be seen by the code. */
    async call(name, input, done, failed) {
      let text
      try {
        if (broken !== undefined) throw new HostError(broken)
        const called = module.exports[name]
        if (typeof called !== 'function')
          throw new HostError(name === 'default' ? 'the code must export a function as its default' : 'there is no function named ' + name)
        const value = await called(parse(input))
        text = value === undefined ? 'null' : stringify(value)
      } catch (error) {
        return failed(messageOf(error))
      }
      done(text)
    },
  }
  // Text that becomes code is of no use here, and each refusal of the policy would reach the page's console.
  const refuse = function Function() {
    throw new HostError('text can not be made into code here')
  }
  refuse.prototype = getPrototypeOf(function () {})
  for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}])
    defineProperty(getPrototypeOf(kind), 'constructor', { value: refuse, writable: false, configurable: false })
  const provideModule = () =>
    defineProperty(globalThis, 'orchardModule', {
      configurable: true,
      value: (body) => {
        delete globalThis.orchardModule
        orchardHost.module(body)
      },
    })
`

/** User code as a script that passes its exports out and sees nothing around it. */
export const moduleScript = (body: string): string => `orchardModule(function (exports, module, require) {
'use strict'
${body}
})`
