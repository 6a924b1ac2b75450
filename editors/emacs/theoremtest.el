;;; theoremtest.el --- theorems under test, by Eglot  -*- lexical-binding: t; -*-

;; Starts `theoremtest lsp' for LaTeX and for files of claims, in the folder of their project: (load "/path/to/theoremtest.el").

;;; Code:
(require 'eglot)

(defvar theoremtest-command '("theoremtest" "lsp")
  "The server and its options.")

(defun theoremtest-file-of-claims-p ()
  "Whether the buffer is a file of claims."
  (and buffer-file-name (string-match-p "\\`claims_.*\\.py\\'" (file-name-nondirectory buffer-file-name))))

(defun theoremtest-contact (&rest _)
  "The server's command, as it stands when it is started."
  theoremtest-command)

(defun theoremtest-start ()
  "Hold the buffer's claims under test where the server is on the path."
  (if (executable-find (car theoremtest-command))
      (eglot-ensure)
    (message "theoremtest: %s is not on the path; pip install 'theoremtest[editor]'" (car theoremtest-command))))

(defun theoremtest-start-on-claims ()
  "As `theoremtest-start', in a file of claims; other Python keeps its own server."
  (when (theoremtest-file-of-claims-p)
    (setq-local eglot-server-programs (cons '((python-mode python-ts-mode) . theoremtest-contact) eglot-server-programs))
    (theoremtest-start)))

(add-to-list 'eglot-server-programs '((tex-mode latex-mode LaTeX-mode) . theoremtest-contact))
(dolist (hook '(tex-mode-hook latex-mode-hook LaTeX-mode-hook))
  (add-hook hook #'theoremtest-start))
(add-hook 'python-base-mode-hook #'theoremtest-start-on-claims)

(provide 'theoremtest)
;;; theoremtest.el ends here
