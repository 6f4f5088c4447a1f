import { SandboxError } from './sandbox'
import { messageOf } from '../../machinery/message-of'

const NAME = /^[A-Za-z_$][\w$]*$/
const MOST_SOURCE = 256 * 1024

/**
 * A script may have comments in the way of HTML, which the compiler reads as operators: code could hide in one what the compiler
 * takes for a text, or the other way about. Written with an escape they mean the same inside texts and regular expressions,
 * and nothing anywhere else.
 */
export const withoutHtmlComments = (source: string): string =>
  source
    .replace(/<!--/g, '<\\x21--')
    // After a name, a number or a bracket on the same line it is an operator for both.
    .replace(/(^|[^\w$)\] \t])([ \t]*)-->/gm, '$1$2--\\x3e')

/**
 * A person's module as the text of a function body that fills `exports`: types are taken out, exports and imports become plain
 * code, and imports of any form lead nowhere.
 * @throws SandboxError with the place of a mistake
 */
export async function compile(source: string, name: string): Promise<string> {
  if (!NAME.test(name)) throw new SandboxError(`"${name}" can't be the name of a function`)
  if (source.length > MOST_SOURCE) throw new SandboxError(`the code is longer than ${MOST_SOURCE} characters`)
  const { transform } = await import('sucrase')
  const plain = withoutHtmlComments(source)
  try {
    const { code: compiled } = transform(plain, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      keepUnusedImports: true,
    })
    // What is left out, such as types, may have stood before such a comment.
    const code = withoutHtmlComments(compiled)
    return name === 'default'
      ? code
      : `${code}\n;if (typeof ${name} === 'function' && exports.${name} === undefined) exports.${name} = ${name}`
  } catch (error) {
    throw new SandboxError(messageOf(error))
  }
}
