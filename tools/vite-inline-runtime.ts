// The bundler's helper functions are a script of their own, which a worker would load after everything else, since imports are loaded one
// level after another.
import type { Plugin, Rolldown } from 'vite'

const IMPORT = /^import ?\{ ?(\w+) as (\w+) ?\} ?from ?"\.\/([^"]+)";?\n?/
const EXPORT = /export ?\{([^}]*)\};?\s*$/

/** `code` with the script it first imports from put in its place, if that is `file` and one name is imported. */
export function withInlined(code: string, file: string, content: string): string {
  const [whole, exported, local, from] = IMPORT.exec(code) ?? []
  const names = EXPORT.exec(content)?.[1]?.split(',') ?? []
  const inner = names.map((name) => name.trim().split(/ as /)).find((pair) => pair.at(-1) === exported)?.[0]
  if (whole === undefined || inner === undefined || !file.endsWith(`/${from}`)) return code
  return `const ${local}=(()=>{${content.replace(EXPORT, '')};return ${inner}})();${code.slice(whole.length)}`
}

/** Puts the bundler's helpers into the control plane's scripts. */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    apply: 'build',
    generateBundle(_options, output) {
      const chunks = Object.values(output).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      if (!runtime) return
      for (const chunk of chunks)
        if (chunk.name.startsWith('control-plane.'))
          chunk.code = withInlined(chunk.code, runtime.fileName, runtime.code)
    },
  }
}
