r"""The whole command is started in a folder that is gone.

outer = ["sh", "-c", "mkdir gone; cd gone; rmdir ../gone; exec \"$@\"", "sh"]
command = ["{python}", "-c", "import tensorflow, os; print(os.path.exists('.'))"]
"""
