-- Drives Neovim with the settings of Integrations/editors: nvim --headless -u NONE -c 'luafile Scripts/lsp/neovim.lua' FILE
-- It edits a set of two files, and exits with 1 at the first thing that does not work.

local function fail(text)
  io.stderr:write('neovim: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then fail('waited in vain for ' .. what) end
end

local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end

local function expect(what, found, part)
  if not string.find(found, part, 1, true) then fail(what .. ': found ' .. found) end
end

local function place(line, column)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result end
  fail('no answer to ' .. method)
end

dofile('Integrations/editors/neovim.lua')
local folder = vim.env.WAYBILL_SET

-- The diagnostics of a buffer, and their end after an edit.
vim.cmd('edit ' .. folder .. '/Routes/routes.yaml')
if vim.bo.filetype ~= 'yaml.waybill' then fail('the file type is ' .. vim.bo.filetype) end
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
expect('diagnostic', vim.diagnostic.get(0)[1].message, 'GET')

-- A fix.
local params = place(4, 15)
params.range = { start = params.position, ['end'] = params.position }
params.context = { diagnostics = {} }
local fixed = false
for _, action in ipairs(ask('textDocument/codeAction', params)) do
  if action.isPreferred and not fixed then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    fixed = true
  end
end
expect('fix', text(0), 'methods: [GET]')
wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)

-- Completion at the end of a new line.
vim.api.nvim_buf_set_lines(0, -1, -1, false, { '  - url: /other', '    module: ' })
local labels = {}
local items = ask('textDocument/completion', place(vim.api.nvim_buf_line_count(0) - 1, 12))
for _, item in ipairs(items.items) do table.insert(labels, item.label) end
expect('completion', table.concat(labels, ' '), 'editor')
vim.api.nvim_buf_set_lines(0, -3, -1, false, {})

-- A rename over two files.
vim.fn.cursor(7, 27)
expect('line', vim.fn.getline(7), 'module: editor')
vim.lsp.buf.rename('note-editor')
local modules = vim.fn.bufadd(folder .. '/Routes/modules.yaml')
wait('a rename', function()
  return string.find(text(0), 'module: note-editor', 1, true) and string.find(text(modules), 'note-editor', 1, true)
end)

-- Hover, definition and formatting. Neovim sends the changes of hidden buffers after a while.
wait('the definition', function() return #(ask('textDocument/definition', place(6, 26)) or {}) == 1 end)
expect('hover', ask('textDocument/hover', place(6, 26)).contents.value, 'note-editor')
expect('definition', ask('textDocument/definition', place(6, 26))[1].uri, 'modules.yaml')
vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'waybill:    1' })
vim.lsp.buf_request_sync(0, 'textDocument/hover', place(0, 0), 20000)
for _, edits in pairs({ ask('textDocument/formatting', {
  textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 2, insertSpaces = true },
}) }) do vim.lsp.util.apply_text_edits(edits, 0, 'utf-16') end
expect('format', text(0), 'waybill: 1\n')
print('neovim: everything worked\n')
vim.cmd('qall!')
