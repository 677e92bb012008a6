-- Waybill in Neovim 0.7 or later: copy this file to ~/.config/nvim/plugin/waybill.lua.
--
-- Files below a folder that has a .waybill.yaml or a folder Routes get the file type yaml.waybill. Syntax and indentation are
-- those of YAML. A configuration of yamlls for the file type "yaml" alone does not attach to them, so nothing is reported twice.
-- Scripts/lsp.sh drives Neovim 0.7.2 with this file.

local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local configuration = vim.fn.findfile('.waybill.yaml', folder .. ';')
  if configuration ~= '' then return vim.fn.fnamemodify(configuration, ':p:h') end
  local routes = vim.fn.finddir('Routes', folder .. ';')
  if routes == '' then return nil end
  local found = vim.fn.fnamemodify(routes, ':p'):gsub('/$', '')
  if vim.startswith(folder .. '/', found .. '/') then return vim.fn.fnamemodify(found, ':h') end
  return nil
end

local command = { vim.env.WAYBILL or 'waybill', 'lsp' }
local clients = {}

local function attach(buffer, root)
  if vim.lsp.start then
    vim.lsp.start({ name = 'waybill', cmd = command, root_dir = root }, { bufnr = buffer })
    return
  end
  -- Neovim 0.7
  local client = clients[root]
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client({ name = 'waybill', cmd = command, root_dir = root })
    clients[root] = client
  end
  vim.lsp.buf_attach_client(buffer, client)
end

local group = vim.api.nvim_create_augroup('waybill', {})
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.yaml', '*.yml' },
  callback = function(args)
    local root = root_of(args.match)
    if not root then return end
    vim.bo[args.buf].filetype = 'yaml.waybill'
    attach(args.buf, root)
  end,
})
