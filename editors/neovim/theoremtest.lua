-- Starts `theoremtest lsp` for LaTeX and for files of claims, in the folder of their repository: a file for ~/.config/nvim/plugin/.
local group = vim.api.nvim_create_augroup("theoremtest", { clear = true })
local MARKERS = { "theoremtest-ledger.json", ".git" }

local function start(event)
  local found = vim.fs.find(MARKERS, { upward = true, path = vim.fs.dirname(event.match) })[1]
  local root = found and vim.fs.dirname(found) or vim.fs.dirname(event.match)
  local command = vim.g.theoremtest_command or { "theoremtest", "lsp" }
  if vim.fn.executable(command[1]) == 0 then
    vim.notify_once("theoremtest: " .. command[1] .. " is not on the path; pip install 'theoremtest[editor]', " ..
      "or name it in vim.g.theoremtest_command", vim.log.levels.WARN)
    return
  end
  vim.lsp.start({ name = "theoremtest", cmd = command, cmd_cwd = root, root_dir = root }, { bufnr = event.buf })
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, { group = group, pattern = { "*.tex", "claims_*.py" }, callback = start })
