/**
 * The code around a person's code, inside the sandbox, as text: it never runs on our side. What it answers is not to be
 * trusted: the person's code can change everything around it.
 */

/** Defines `call(name, input)`: takes and resolves to JSON texts. `BODY` is the compiled module. */
const GUEST = `
const orchardGuest = (() => {
  'use strict'
  const { parse, stringify } = JSON
  const messageOf = (error) => {
    try {
      return typeof error === 'object' && error !== null && typeof error.message === 'string' ? error.message : '' + error
    } catch {
      return 'it failed'
    }
  }
  const exports = {}
  const module = { exports }
  const require = (name) => {
    throw new Error('nothing can be imported here: ' + name)
  }
  let broken
  try {
    ;(function (exports, module, require) {
      'use strict'
/*BODY*/
    })(exports, module, require)
  } catch (error) {
    broken = messageOf(error)
  }
  return {
    messageOf,
    async call(name, input) {
      if (broken !== undefined) throw new Error(broken)
      const called = module.exports[name]
      if (typeof called !== 'function')
        throw new Error(name === 'default' ? 'the code must export a function as its default' : 'there is no function named ' + name)
      const value = await called(parse(input))
      return value === undefined ? 'null' : stringify(value)
    },
  }
})()
`
const guestOf = (body: string): string => GUEST.replace('/*BODY*/', () => body)

/** The frame's policy closes these ways out already; a second wall costs nothing. */
const WAYS_OUT = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'cookieStore',
  'navigator',
  'Notification',
  'FontFace',
  'fonts',
  'close',
  'postMessage',
]
const FORGET = `for (const way of ${JSON.stringify(WAYS_OUT)})
  for (let owner = self; owner; owner = Object.getPrototypeOf(owner)) delete owner[way]`

/** A worker in a browser: one message a call, one message an answer. */
export const browserGuest = (body: string): string => `'use strict';
const orchardPost = self.postMessage.bind(self)
${FORGET}
self.onmessage = ({ data: { id, name, input } }) => {
  orchardGuest.call(name, input).then(
    (text) => orchardPost({ id, text }),
    (error) => orchardPost({ id, error: orchardGuest.messageOf(error) }),
  )
}
${guestOf(body)}`

/**
 * A script for a context without anything. Answers wait until they are taken: in such a context nothing comes from outside, so
 * what is not answered when all its work is done never will be.
 */
export const contextGuest = (body: string): string => `'use strict';
const orchardAnswers = new Map()
const orchardTake = ((answers) => {
  const { get, delete: remove } = Map.prototype
  const { apply } = Reflect
  return (id) => {
    const answer = apply(get, answers, [id])
    apply(remove, answers, [id])
    return answer
  }
})(orchardAnswers)
const orchardKeep = ((answers) => {
  const { set } = Map.prototype
  const { apply } = Reflect
  return (id, text) => void apply(set, answers, [id, text])
})(orchardAnswers)
${guestOf(body)}
const orchardStart = (id, name, input) => {
  orchardGuest.call(name, input).then(
    (text) => orchardKeep(id, '+' + text),
    (error) => orchardKeep(id, '-' + orchardGuest.messageOf(error)),
  )
}`
