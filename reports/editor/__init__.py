"""What an editor is given by the language server protocol: diagnostics, hovers and repairs in manuscripts and files of claims."""
