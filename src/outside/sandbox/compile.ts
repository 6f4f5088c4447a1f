import { SandboxError } from './sandbox'

const NAME = /^[A-Za-z_$][\w$]*$/
const MOST_SOURCE = 256 * 1024

/**
 * A person's module as the text of a function body that fills `exports`: types are taken out, exports and imports become plain
 * code, and imports of any form lead nowhere.
 * @throws SandboxError with the place of a mistake
 */
export async function compile(source: string, name: string): Promise<string> {
  if (!NAME.test(name)) throw new SandboxError(`"${name}" can't be the name of a function`)
  if (source.length > MOST_SOURCE) throw new SandboxError(`the code is longer than ${MOST_SOURCE} characters`)
  const { transform } = await import('sucrase')
  try {
    const { code } = transform(source, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      keepUnusedImports: true,
    })
    return name === 'default'
      ? code
      : `${code}\n;if (typeof ${name} === 'function' && exports.${name} === undefined) exports.${name} = ${name}`
  } catch (error) {
    throw new SandboxError(error instanceof Error ? error.message : String(error))
  }
}
