import { expect, it } from 'vitest'
import { withInlined } from './vite-inline-runtime'

const RUNTIME = 'var e=1,t=()=>e+1;export{t,e as n};'
const REST = 'export default r()'

it.each([
  ['the runtime', 'import{t as r}from"./runtime-1.js";', 'const r=(()=>{var e=1,t=()=>e+1;;return t})();'],
  ['another script', 'import{t as r}from"./other.js";', 'import{t as r}from"./other.js";'],
  ['a name that the runtime lacks', 'import{x as r}from"./runtime-1.js";', 'import{x as r}from"./runtime-1.js";'],
  ['several names', 'import{n as q,t as r}from"./runtime-1.js";', 'import{n as q,t as r}from"./runtime-1.js";'],
])('a script that imports %s', (_what, before, after) =>
  expect(withInlined(before + REST, 'assets/runtime-1.js', RUNTIME)).toBe(after + REST),
)
