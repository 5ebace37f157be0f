// Small comforts of the account pages. Without JavaScript every page works, passkeys excepted.

function showPasswords () {
  for (const box of document.querySelectorAll('[data-show-password]')) {
    box.closest('label').hidden = false
    box.addEventListener('change', () => {
      document.getElementById(box.dataset.showPassword).type = box.checked ? 'text' : 'password'
    })
  }
}

function printButton () {
  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
  }
}

// The clipboard does not exist on plain http in a local network; then the text is selected at least.
async function copyText (button) {
  const source = document.getElementById(button.dataset.copy)
  const status = document.querySelector('[data-copy-status]')
  try {
    await navigator.clipboard.writeText(source.innerText.trim())
    status.textContent = button.dataset.copied
  } catch {
    window.getSelection().selectAllChildren(source)
    const copied = document.execCommand('copy')
    status.textContent = copied ? button.dataset.copied : button.dataset.selected
  }
}

function copyButton () {
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => copyText(button))
  }
}

function passkeys () {
  for (const form of document.querySelectorAll('[data-needs-passkeys]')) {
    form.hidden = !window.PublicKeyCredential
  }
  document.addEventListener('allauth.error', event => {
    const notice = document.querySelector('[data-passkey-error]')
    if (notice) {
      event.preventDefault()
      notice.hidden = false
    }
  })
}

showPasswords()
printButton()
copyButton()
passkeys()
