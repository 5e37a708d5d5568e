import './ui/style/base.css'
