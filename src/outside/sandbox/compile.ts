import { messageOf } from '../../machinery/message-of'
import { SandboxError } from './sandbox'

const NAME = /^[A-Za-z_$][\w$]*$/
const MOST_SOURCE = 256 * 1024

/**
 * Scripts may contain HTML-like comments, which the compiler parses as operators, so code could hide from one of the parsers
 * what the other one sees. Escaped, they mean the same inside strings and regular expressions, and are errors elsewhere.
 */
export const withoutHtmlComments = (source: string): string =>
  source
    .replace(/<!--/g, '<\\x21--')
    // After a name, a number or a bracket on the same line, both parse it as an operator.
    .replace(/(^|[^\w$)\] \t])([ \t]*)-->/gm, '$1$2--\\x3e')

/**
 * Compiles a user's module to a function body that fills `exports`: removes types, turns exports and imports into plain code,
 * and makes every form of import lead nowhere.
 * @throws SandboxError with the position of the error
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
    // Removed code, such as types, may have preceded such a comment.
    const code = withoutHtmlComments(compiled)
    return name === 'default'
      ? code
      : `${code}\n;if (typeof ${name} === 'function' && exports.${name} === undefined) exports.${name} = ${name}`
  } catch (error) {
    throw new SandboxError(messageOf(error))
  }
}
